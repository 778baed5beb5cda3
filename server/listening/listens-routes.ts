import { getListens } from '#contract/listening/listens.ts'
import { canSeeListening, getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findArtistByName } from './catalogue.ts'
import { parseListenId } from './listen-id.ts'
import { listListens } from './recent-listens.ts'
import { isSource } from './sources.ts'
import { findServedBy } from './stored-charts.ts'

/** Registers the routes to read and change single listens. */
export function listensRoutes(api: Api): void {
  route(api, getListens, async ({ query, viewer, db }) => {
    const member = await getMember(db, query.user, viewer?.id ?? null)
    if (!(await canSeeListening(db, viewer?.id ?? null, member.id)))
      return { listens: [], hidden: 1 as const, charts_from: undefined }
    const isOthers = viewer?.id !== member.id
    const { source, artist, limit, before } = query
    if (source !== undefined && (isOthers || !isSource(source))) throw new Refusal(400, 'There is no such source.')
    const range = toRange(query)
    const artistId = artist === undefined ? undefined : (await findArtistByName(db, artist))?.id
    const page = {
      limit,
      before: before === undefined ? undefined : parseListenId(before),
      ...range,
      artistId,
      source,
      isOthers,
    }
    const isUnknown = artist !== undefined && artistId === undefined
    return {
      listens: isUnknown ? [] : await listListens(db, member.id, page),
      hidden: undefined,
      charts_from: isOthers ? undefined : ((await findServedBy(db, member.id)) ?? undefined),
    }
  })
}

/** Returns the parsed range of a query. Throws a Refusal 400 if its end is not after its start. */
function toRange(query: { readonly from?: string | undefined; readonly until?: string | undefined }) {
  const [from, until] = [query.from, query.until].map((time) => (time === undefined ? undefined : new Date(time)))
  if (from !== undefined && until !== undefined && !(from < until))
    throw new Refusal(400, 'The end must come after the beginning.')
  return { from, until }
}
