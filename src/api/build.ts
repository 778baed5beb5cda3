declare const __BUILD__: string | undefined

/** This build's identifier; empty in development and tests. */
export const BUILD = typeof __BUILD__ === 'string' ? __BUILD__ : ''
