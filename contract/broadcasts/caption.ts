const DEFAULT_START = 'Broadcasting '

/** The caption for a broadcast that was shared without one. */
export const toDefaultCaption = (track: string): string => `${DEFAULT_START}${track}`

/** Returns whether a caption is only the track's name. `body`: "track by artist". */
export const isDefaultCaption = (caption: string, body: string): boolean =>
  caption.startsWith(DEFAULT_START) && body.startsWith(`${caption.slice(DEFAULT_START.length)} by `)
