import * as v from 'valibot'

export interface ListensFilter {
  /** 2026-11-24. */
  readonly day?: string | undefined
  readonly artist?: string | undefined
  readonly source?: string | undefined
}

const TextFromUrl = v.optional(v.fallback(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500)), () => ''))
const FilterFromUrl = v.object({
  user: TextFromUrl,
  day: v.optional(v.fallback(v.pipe(v.string(), v.isoDate()), '')),
  artist: TextFromUrl,
  source: TextFromUrl,
})

/** Returns the member and the filter from a URL; an invalid parameter counts as absent. */
export function parseListensSearch(search: unknown): { user: string | undefined; filter: ListensFilter } {
  const parsed = v.safeParse(FilterFromUrl, search)
  const { user, day, artist, source } = parsed.success ? parsed.output : {}
  return {
    user: user || undefined,
    filter: { day: day || undefined, artist: artist || undefined, source: source || undefined },
  }
}

export const isFiltered = ({ day, artist, source }: ListensFilter): boolean =>
  day !== undefined || artist !== undefined || source !== undefined
