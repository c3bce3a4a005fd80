/** Opens a page in the browser of this machine. */

import type { Host } from '../host/host.ts'

/**
 * Resolves with undefined when it is open, as far as can be known; otherwise with why not.
 *
 * @param url an address that logs a browser in, once
 */
export async function openInBrowser(host: Host, url: string): Promise<string | undefined> {
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER, WSL_DISTRO_NAME } = host.env
  // Without a display, xdg-open would start a browser for terminals and wait for it.
  if (host.platform === 'linux' && !(DISPLAY || WAYLAND_DISPLAY || BROWSER || WSL_DISTRO_NAME)) {
    return 'there is no display here'
  }
  const { openWithViewer } = await import('../host/viewer.ts')
  return openWithViewer(host, url)
}
