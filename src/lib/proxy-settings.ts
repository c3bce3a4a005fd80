/** The proxy settings for https and wss addresses, from HTTPS_PROXY and NO_PROXY. */
export interface ProxySettings {
  httpsProxy: string | undefined
  noProxy: string | undefined
}

export const DIRECT: ProxySettings = { httpsProxy: undefined, noProxy: undefined }
