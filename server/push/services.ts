import type { Services } from '#server/http/api.ts'

export type PushServices = Pick<Services, 'db' | 'config' | 'now' | 'log' | 'metrics' | 'port'>
