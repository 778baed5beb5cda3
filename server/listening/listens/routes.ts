import type { SkipReason } from '#contract/listening/imports.ts'
import {
  addListen as adding,
  correctListen as correcting,
  deleteListen as deleting,
  getListens,
} from '#contract/listening/listens.ts'
import { canSeeListening, getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { addCredits } from '../catalogue/add-credits.ts'
import { findArtistByName } from '../catalogue/catalogue.ts'
import { addTrackLinks } from '../links/add-links.ts'
import { addByHand, removeListen } from './change-listens.ts'
import { parseListenId } from './listen-id.ts'
import { listListens } from './recent-listens.ts'
import { renameListens } from './rename-listens.ts'
import { type Scrobble, toRow } from './scrobble.ts'
import { findServedBy } from './served-by.ts'
import { isSource } from './sources.ts'

/** A device clock may be this much ahead. */
const CLOCK_DIFFERENCE_MS = 60_000

/** Registers the routes to read and change single listens. */
export function listensRoutes(api: Api): void {
  changeRoutes(api)
  route(api, getListens, async (input) => {
    const { query, viewer, db } = input
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
      viewerId: viewer?.id ?? null,
      hasCovers: api.config.covers !== null,
    }
    const isUnknown = artist !== undefined && artistId === undefined
    const listens = isUnknown ? [] : await listListens(db, member.id, page)
    const credited = await addCredits(db, listens, isOthers ? undefined : member.id)
    return {
      listens: await addTrackLinks(input, credited, (row) => row.track_id),
      hidden: undefined,
      charts_from: isOthers ? undefined : ((await findServedBy(db, member.id)) ?? undefined),
    }
  })
}

function changeRoutes(api: Api): void {
  route(api, deleting, ({ tx, member, query }) => removeListen(tx, member.id, parseListenId(query.id)))

  route(api, correcting, async ({ tx, member, query, now }) => {
    const { artist, title, details } = toScrobble(query, now.getTime() / 1000)
    const { scope } = query
    const album = query.album === undefined ? undefined : (details?.album ?? '')
    await renameListens(tx, member.id, parseListenId(query.id), { artist, title, album, scope }, now)
  })

  route(api, adding, async ({ tx, member, query, now }) => {
    const at = new Date(query.listened_at).getTime()
    if (at > now.getTime() + CLOCK_DIFFERENCE_MS) throw new Refusal(400, 'The time must be in the past.')
    await addByHand(tx, member.id, toScrobble(query, at / 1000))
  })
}

/**
 * Returns a listen with names as an import would read them. Throws a Refusal 400 if it would not.
 */
function toScrobble(
  {
    artist,
    track: title,
    album,
  }: { readonly artist: string; readonly track: string; readonly album?: string | undefined },
  listenedAt: number,
): Scrobble {
  const row = toRow({ artist, title, listenedAt, details: { album } }, listenedAt)
  if (typeof row !== 'string') return row
  throw new Refusal(400, INVALID[row] ?? 'This listen is not valid.')
}

const INVALID: Partial<Record<SkipReason, string>> = {
  unnamed: 'Artist and title must have visible characters.',
  too_long: 'Artist and title must be at most 500 characters.',
  bad_time: 'The time must be after 2001.',
}

/** Returns the parsed range of a query. Throws a Refusal 400 if its end is not after its start. */
function toRange(query: { readonly from?: string | undefined; readonly until?: string | undefined }) {
  const [from, until] = [query.from, query.until].map((time) => (time === undefined ? undefined : new Date(time)))
  if (from !== undefined && until !== undefined && !(from < until))
    throw new Refusal(400, 'The end must come after the beginning.')
  return { from, until }
}
