import { rateLimitSettings } from '#server/config/config.ts'

/** A run's options, which `scripts/load.ts` passes on. */
export const loadOptions = {
  seed: Number(process.env['LOAD_SEED'] ?? 1),
  seconds: Number(process.env['LOAD_SECONDS'] ?? 2),
  /** The commit with a rolling upgrade's old version; by default the one before a migration. */
  from: process.env['LOAD_FROM'],
} as const

/** Rate limits that no run reaches: its members all have one address. */
export const unlimited = Object.fromEntries(Object.values(rateLimitSettings).map(([name]) => [name, '900000,10000']))
