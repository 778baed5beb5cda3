import type { QueryClient } from '@tanstack/react-query'
import { liveOptions } from '#src/cache/live.ts'
import { feedQuery, olderBroadcastsQuery } from './queries.ts'

const OLDER_PAGES = 2

/** Fetches the feed's head and the pages below it that are kept on the device. Gives the number of broadcasts; throws as `call`. */
export async function downloadFeed(client: QueryClient, member: string | null): Promise<number> {
  const head = await client.fetchQuery({ ...liveOptions(feedQuery(member)), staleTime: 0 })
  let { broadcasts } = head.answer
  let count = broadcasts.length
  for (let place = 0; place < OLDER_PAGES; place++) {
    const before = broadcasts.at(-1)?.id
    if (before === undefined) break
    const page = await client.fetchQuery(liveOptions(olderBroadcastsQuery(member, before, place)))
    broadcasts = page.answer.broadcasts
    count += broadcasts.length
  }
  return count
}
