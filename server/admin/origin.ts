import type { Config } from '#server/config/config.ts'

export const toOrigin = ({ publicUrl, port }: Config): string => publicUrl?.origin ?? `http://localhost:${port}`
