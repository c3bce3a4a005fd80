import type { Host } from '../host/host.ts'
import { texts } from './texts.ts'

/** Makes an address that logs a browser in, once; null if it can't. */
export type NewLoginUrl = (options?: { ownUserOnly?: boolean }) => Promise<string | null> | string | null

/**
 * Opens a page in the browser of this machine. Resolves with undefined when it is open, as far as can be known; otherwise
 * with why not. It makes a new address, because other users may see the arguments of the program that opens it.
 */
export async function openInBrowser(host: Host, newLoginUrl: NewLoginUrl): Promise<string | undefined> {
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER, WSL_DISTRO_NAME } = host.env
  // Without a display, xdg-open would start a browser for terminals and wait for it.
  if (host.platform === 'linux' && !(DISPLAY || WAYLAND_DISPLAY || BROWSER || WSL_DISTRO_NAME)) {
    return texts.noDisplay()
  }
  // On macOS and Windows others can't see it. In WSL the browser may be one of Windows, which has other users.
  const ownUserOnly = !(host.platform === 'darwin' || host.platform === 'win32' || WSL_DISTRO_NAME)
  const url = await newLoginUrl({ ownUserOnly })
  if (url === null) return texts.noAddress()
  const { openWithViewer } = await import('../host/viewer.ts')
  return openWithViewer(host, url)
}
