import type { Context } from 'hono'

/** Returns a time as `2026-11-21 10:00:00`, in UTC without a zone. */
export const bareTime = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

export const done = (c: Context) => c.body(null, 200)
export const refuse = (c: Context, status: 400 | 401 | 404 | 409, error: string) => c.json({ error }, status)
