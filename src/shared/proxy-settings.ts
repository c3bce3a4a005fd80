/** The proxies for https (and wss) addresses, as HTTPS_PROXY and NO_PROXY name them. */
export interface ProxySettings {
  httpsProxy: string | undefined
  noProxy: string | undefined
}

/** No proxy at all. */
export const DIRECT: ProxySettings = { httpsProxy: undefined, noProxy: undefined }
