import { isLoopback } from './plain-address.ts'

/** The proxy settings for https and wss addresses, from HTTPS_PROXY and NO_PROXY. */
export interface ProxySettings {
  httpsProxy: string | undefined
  noProxy: string | undefined
}

export const DIRECT: ProxySettings = { httpsProxy: undefined, noProxy: undefined }

/** Whether an address may be reached through a proxy. This machine never is. */
export function mayUseProxy({ protocol, hostname }: URL): boolean {
  return /^(https|wss):$/.test(protocol) && !isLoopback(hostname)
}
