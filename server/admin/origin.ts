import type { Config } from '#server/config/config.ts'

/** Returns the origin for links that a command prints. */
export const toOrigin = ({ publicUrl, port }: Config): string => publicUrl?.origin ?? `http://localhost:${port}`
