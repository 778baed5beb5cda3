import type { Db, Tx } from '#server/db/open.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isUuid } from '#server/listening/listens/scrobble.ts'
import { findRecordings, matchFeedback } from '#server/listening/loved/find-recordings.ts'
import {
  countFeedback,
  type Feedback,
  type FeedbackScore,
  type FeedbackTarget,
  findFeedback,
  listFeedback,
  setFeedback,
} from '#server/listening/loved/store.ts'
import { aggregateBeforeRead } from './aggregate-inbox.ts'
import { findTracksByMsid } from './find-msids.ts'
import { numberIn, readSmallBody } from './listenbrainz-request.ts'
import { toMsid } from './recording-msid.ts'
import type { Bearer } from './tokens.ts'

const FEEDBACK_SHOWN = 25
const FEEDBACK_LISTED_MAX = 1000
const OFFSET_MAX = 1_000_000_000
/** The maximum number of recordings in a request, and the size of their document. */
const RECORDINGS_MAX = 1000
const RECORDINGS_MAX_BYTES = 100_000
const KEYS = ['recording_msid', 'recording_mbid', 'score']

/** Stores a love (1) or a hate (-1) for a recording, or deletes it (0). */
export async function submitFeedback({ memberId, isSuspended }: Bearer, api: Api, c: RequestContext): Promise<object> {
  const document = await readSmallBody(api, c)
  const { recording_mbid: mbid, recording_msid: msid, score } = document
  if ((isAbsent(mbid) && isAbsent(msid)) || score === undefined) {
    throw new Refusal(
      400,
      'JSON document must contain either recording_msid or recording_mbid, and score top level keys',
    )
  }
  if (Object.keys(document).some((key) => !KEYS.includes(key))) {
    throw new Refusal(400, 'JSON document may only contain recording_msid, recording_mbid and score top level keys')
  }
  if (score !== 1 && score !== 0 && score !== -1) {
    throw new Refusal(400, 'Invalid JSON document submitted: score can have a value of 1, 0 or -1.')
  }
  const recording = { mbid: readUuid(mbid, 'recording_mbid'), msid: readUuid(msid, 'recording_msid') }
  if (isSuspended) return { status: 'ok' }
  await aggregateBeforeRead(api, memberId)
  await inTransaction(api.db, async (tx) => {
    const target = await findTarget(tx, memberId, recording)
    if (target !== undefined) await setFeedback(tx, memberId, target, score, api.now())
    // A recording that does not exist has no feedback to delete.
    else if ((score satisfies FeedbackScore) !== 0) {
      throw new Refusal(400, 'There is no recording with this recording_msid among your listens.')
    }
  })
  return { status: 'ok' }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

function readUuid(value: unknown, name: string): string | undefined {
  if (isAbsent(value)) return undefined
  if (!isUuid(value)) throw new Refusal(400, `Invalid JSON document submitted: ${name} must be a valid UUID.`)
  return value.toLowerCase()
}

/**
 * Returns the feedback target: an MBID that no track has is stored as it is. Undefined for an
 * unknown MSID alone.
 */
async function findTarget(
  tx: Tx,
  memberId: number,
  { mbid, msid }: { readonly mbid: string | undefined; readonly msid: string | undefined },
): Promise<FeedbackTarget | undefined> {
  const byMbid = mbid === undefined ? undefined : (await findRecordings(tx, memberId, [mbid])).get(mbid)
  const trackId = byMbid ?? (msid === undefined ? undefined : (await findTracksByMsid(tx, memberId, [msid])).get(msid))
  if (trackId !== undefined) return { trackId, recordingMbid: mbid }
  return mbid === undefined ? undefined : { recordingMbid: mbid }
}

export async function listFeedbackOfMember(
  { memberId, memberName }: Bearer,
  api: Api,
  c: RequestContext,
): Promise<object> {
  const score = readScore(c.req.query('score'))
  const [limit, offset] = [
    Math.min(numberIn(c, 'count') ?? FEEDBACK_SHOWN, FEEDBACK_LISTED_MAX),
    Math.min(numberIn(c, 'offset') ?? 0, OFFSET_MAX),
  ]
  await inTransaction(api.db, (tx) => matchFeedback(tx, memberId))
  const rows = await listFeedback(api.db, memberId, { score, limit, offset })
  const hasMetadata = c.req.query('metadata') === 'true'
  return {
    feedback: rows.map((row) => toFeedback(row, memberName, hasMetadata)),
    count: rows.length,
    total_count: await countFeedback(api.db, memberId),
    offset,
  }
}

function readScore(text: string | undefined): 1 | -1 | undefined {
  if (text === undefined || text === '' || text === '0') return undefined
  if (text !== '1' && text !== '-1') throw new Refusal(400, 'Score can have a value of 1 or -1.')
  return text === '1' ? 1 : -1
}

/**
 * Returns a member's feedback on the recordings in the query, or in a posted document; those
 * without it have the score 0.
 */
export async function listFeedbackOfRecordings(
  { memberId, memberName }: Bearer,
  api: Api,
  c: RequestContext,
): Promise<object> {
  const sent = c.req.method === 'POST' ? await readSmallBody(api, c, RECORDINGS_MAX_BYTES) : c.req.query()
  const msids = listUuids(sent['recording_msids'] ?? sent['recordings'], 'recording_msid')
  const mbids = listUuids(sent['recording_mbids'], 'recording_mbid')
  if (msids.length === 0 && mbids.length === 0)
    throw new Refusal(400, 'No valid recording msid or recording mbid found.')
  if (msids.length + mbids.length > RECORDINGS_MAX)
    throw new Refusal(400, `You may not ask for more than ${RECORDINGS_MAX} recordings at once.`)
  await aggregateBeforeRead(api, memberId)
  const { byMbid, byMsid } = await inTransaction(api.db, async (tx) => ({
    byMbid: await findRecordings(tx, memberId, mbids),
    byMsid: await findTracksByMsid(tx, memberId, msids),
  }))
  const found = await findScores(api.db, memberId, [...byMbid.values(), ...byMsid.values()], mbids)
  const toRow = (recording: { mbid?: string; msid?: string }, trackId: number | undefined) => {
    const feedback = found(trackId, recording.mbid)
    return {
      ...(feedback ? toFeedback(feedback, memberName, false) : toNoFeedback(memberName)),
      // As requested, by which clients find it again.
      ...(recording.mbid === undefined ? {} : { recording_mbid: recording.mbid }),
      ...(recording.msid === undefined ? {} : { recording_msid: recording.msid }),
    }
  }
  return {
    feedback: [
      ...mbids.map((mbid) => toRow({ mbid }, byMbid.get(mbid))),
      ...msids.map((msid) => toRow({ msid }, byMsid.get(msid))),
    ],
  }
}

async function findScores(db: Db, memberId: number, trackIds: readonly number[], mbids: readonly string[]) {
  const rows = await findFeedback(db, memberId, trackIds, mbids)
  return (trackId: number | undefined, mbid: string | undefined): Feedback | undefined =>
    rows.find((row) => row.trackId !== null && row.trackId === trackId) ??
    rows.find((row) => row.trackId === null && row.recordingMbid === mbid)
}

/** Returns the UUIDs in a list, or in a text with commas. Throws a Refusal 400. */
function listUuids(sent: unknown, name: string): readonly string[] {
  const items: readonly unknown[] = Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',') : []
  // An object of a document may have a `toString` that is no function.
  const values = items
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .filter((value) => value.trim() !== '')
  const uuids = [...new Set(values.map((value) => value.trim().toLowerCase()))]
  const invalid = uuids.find((value): boolean => !isUuid(value))
  if (invalid !== undefined) throw new Refusal(400, `${invalid.slice(0, 50)} is not a valid ${name}.`)
  return uuids
}

function toFeedback(row: Feedback, memberName: string, hasMetadata: boolean) {
  const { trackId, artist, title, recordingMbid } = row
  return {
    created: Math.floor(row.createdAt.getTime() / 1000),
    recording_mbid: recordingMbid,
    recording_msid: trackId === null ? null : toMsid(trackId),
    score: row.score as FeedbackScore,
    track_metadata: hasMetadata && artist !== null ? { artist_name: artist, track_name: title } : null,
    user_id: memberName,
  }
}

const toNoFeedback = (memberName: string) => ({
  created: null,
  recording_mbid: null,
  recording_msid: null,
  score: 0,
  track_metadata: null,
  user_id: memberName,
})
