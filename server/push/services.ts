import type { Services } from '#server/http/api.ts'

/** What sending pushes needs from the server. */
export type PushServices = Pick<Services, 'db' | 'config' | 'now' | 'log' | 'metrics' | 'port'>
