import type { Config } from '#server/config/config.ts'
import { VERSION } from './version.ts'

/** Services require a user agent and block clients without one. */
export const toUserAgent = ({ publicUrl }: Config) => `Flipside/${VERSION} (${publicUrl?.href ?? 'a private server'})`
