/** Builds dist/web: the script, the stylesheet and the icon of the web pages, for browsers of the last years. */

import { type BuildResult, build } from 'esbuild'

export function buildWeb(root: string): Promise<BuildResult<{ metafile: true }>> {
  return build({
    absWorkingDir: root,
    outdir: 'dist/web',
    entryPoints: {
      app: 'src/web/browser/app.ts',
      style: 'src/web/style/index.css',
      icon: 'src/web/icon.svg',
    },
    loader: { '.svg': 'copy' },
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    format: 'iife',
    tsconfig: 'src/web/browser/tsconfig.json',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })
}
