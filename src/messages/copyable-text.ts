import type { ShownMessage } from './overlay.ts'

/** Returns a message as plain text: its text, else the names of its track. */
export const copyableText = ({ message, track }: Pick<ShownMessage, 'message' | 'track'>): string =>
  message !== '' || track === undefined ? message : `${track.name} by ${track.artist}`
