declare const __BUILD__: string | undefined

/** The identifier of this build; empty in development and tests. */
export const BUILD = typeof __BUILD__ === 'string' ? __BUILD__ : ''
