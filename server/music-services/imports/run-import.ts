import type { SkipReason } from '#contract/listening/imports.ts'
import type { Db } from '#server/db/open.ts'
import { describeFault, storeWithoutFaulty } from '#server/db/without-faulty.ts'
import { Refusal } from '#server/http/refusal.ts'
import { ARRIVAL_LIMITS, bufferChunks } from '#server/import-formats/buffer-chunks.ts'
import { createFeedbackCollector, type FeedbackCollector } from '#server/import-formats/feedback-rows.ts'
import type { ListensUpload, Reading } from '#server/import-formats/listens-upload.ts'
import { createMovedCollector } from '#server/import-formats/moved-records.ts'
import { readUpload } from '#server/import-formats/read-upload.ts'
import { UnreadableFile } from '#server/import-formats/unreadable-file.ts'
import { requestDoubleCheck } from '#server/listening/doubles/find-doubles.ts'
import type { Scrobble } from '#server/listening/listens/scrobble.ts'
import type { Source } from '#server/listening/listens/sources.ts'
import type { Logger } from '#server/telemetry/log.ts'
import { createBatchImporter, type ImportBatch } from './import-batch.ts'
import { importFeedback } from './import-loved.ts'
import { importMoved } from './import-moved.ts'
import type { ImportPlace, ImportQueue } from './import-queue.ts'
import { endImport, insertImport, noteImport, type Tally, touchImport, touchSources, updateProgress } from './store.ts'
import { deleteOldRecords } from './undo-import.ts'

const BATCH = 20_000
/**
 * Names have 50 characters on average; hostile ones are longer, and folding a batch of them would
 * block the process.
 */
const BATCH_CHARACTERS = 1_000_000
const BEAT_MS = 15_000
const WAITING = 'Waiting for other imports to finish.'
const STOPPED = 'The import was stopped.'
const TOO_LONG =
  'Reading this file takes longer than half an hour. What stood before is taken: send the rest in smaller files.'
const OURS = 'Something went wrong on our side. Send the file again: nothing is taken twice.'

interface Sent extends Omit<ListensUpload, 'feedback' | 'moved' | 'notes' | 'pause'> {
  readonly memberId: number
  readonly fileName: string
  readonly clientId: string | undefined
  readonly log: Logger
}

/**
 * Imports a file, once other imports have left room, and returns the import id. Each batch has its
 * own transaction: if an import ends early, stored batches remain, and the same file sent again
 * adds the rest. Throws a Refusal 400 with the sentence in the import note, and the Refusals from
 * `ImportQueue.join`, which create no import.
 */
export async function runImport(db: Db, queue: ImportQueue, sent: Sent): Promise<number> {
  const place = queue.join(sent.memberId)
  try {
    return await runQueued(db, place, { ...sent, chunks: bufferChunks(whole(sent.chunks), toArrivalLimits(queue)) })
  } finally {
    place.leave()
  }
}

const toArrivalLimits = (queue: ImportQueue) => ({ ...ARRIVAL_LIMITS, areOthersWaiting: () => queue.waiting() > 0 })

async function runQueued(db: Db, place: ImportPlace, sent: Sent): Promise<number> {
  const id = await insertImport(db, sent.memberId, { ...sent, note: place.isWaiting ? WAITING : '' })
  const stopped = Promise.withResolvers<never>()
  // It may be canceled when it no longer waits: then a batch detects it.
  stopped.promise.catch(() => undefined)
  // A slow connection, or waiting in the queue, may produce no writes for minutes.
  const touch = async () => {
    if (!(await touchImport(db, id))) stopped.reject(new UnreadableFile(STOPPED))
  }
  const beat = setInterval(() => void touch().catch(() => undefined), BEAT_MS)
  try {
    await Promise.race([place.turn, stopped.promise])
    if (place.isWaiting && !(await noteImport(db, id, ''))) throw new UnreadableFile(STOPPED)
    const pause = async () => {
      if (place.isTooLong()) throw new UnreadableFile(TOO_LONG)
      if (!place.isTurnOver()) return
      await noteImport(db, id, WAITING)
      await Promise.race([place.rejoin(), stopped.promise])
      if (!(await noteImport(db, id, ''))) throw new UnreadableFile(STOPPED)
    }
    const notes = await importAll(db, id, sent, pause)
    await requestDoubleCheck(db, sent.memberId)
    await deleteOldRecords(db, sent.memberId)
    await endImport(db, id, 'done', notes.join(' '))
    return id
  } catch (error) {
    const isReported = error instanceof UnreadableFile || error instanceof Refusal
    await endImport(db, id, 'failed', isReported ? error.message : OURS)
    throw error instanceof UnreadableFile ? new Refusal(400, error.message) : error
  } finally {
    clearInterval(beat)
  }
}

async function importAll(db: Db, id: number, sent: Sent, pause: () => Promise<void>): Promise<readonly string[]> {
  const batches = createBatches(db, id, createBatchImporter(db, sent.memberId, id), sent.log)
  const feedback = createFeedbackCollector()
  const moved = createMovedCollector()
  const notes: string[] = []
  try {
    for await (const reading of readUpload({ ...sent, pause, feedback, moved, notes })) await batches.add(reading)
    await batches.flush()
    await touchSources(db, sent.memberId, batches.sources)
    return [
      ...notes,
      ...(await storeFeedback(db, sent.memberId, feedback)),
      ...(await importMoved(db, sent.memberId, moved, new Date(sent.nowS * 1000))),
    ]
  } catch (error) {
    // Records read before the error are imported too, as the messages state.
    if (error instanceof UnreadableFile) await batches.flush()
    throw error
  } finally {
    await batches.settle()
  }
}

/** Imports loved and hated tracks. Returns a sentence about them, if there are any. */
async function storeFeedback(db: Db, memberId: number, feedback: FeedbackCollector): Promise<readonly string[]> {
  const { rows, invalid } = feedback.finish()
  if (rows.length === 0 && invalid === 0) return []
  const { added, faulty } = await importFeedback(db, memberId, rows)
  const counts = [
    `${added} added`,
    `${rows.length - added - faulty} already here`,
    ...(invalid + faulty > 0 ? [`${invalid + faulty} unreadable`] : []),
  ]
  return [`Loved and hated tracks: ${counts.join(', ')}.`]
}

/** Collects listens and imports them in batches: one batch is stored while the next is read. */
function createBatches(db: Db, id: number, importBatch: ImportBatch, log: Logger) {
  const tally: Tally = { progress: 0, taken: 0, known: 0, skipped: {} }
  const skip = (reason: SkipReason, records = 1) => {
    tally.skipped[reason] = (tally.skipped[reason] ?? 0) + records
  }
  const sources = new Set<Source>()
  let waiting = createBatch()
  let running: Promise<void> = Promise.resolve()
  const write = async (batch: Batch, progress: number) => {
    for (const [source, listens] of batch.listens) {
      const { results, faulty } = await storeWithoutFaulty(listens, (part) => importBatch(source, part))
      const added = results.reduce((sum, each) => sum + each, 0)
      tally.taken += added
      tally.known += listens.length - faulty.length - added
      const [first] = faulty
      if (first === undefined) continue
      skip('unstorable', faulty.length)
      log.error('Listens of a file cannot be stored', {
        id,
        listens: faulty.length,
        reason: describeFault(first.error),
      })
    }
    tally.progress = progress
    if (!(await updateProgress(db, id, tally))) throw new UnreadableFile(STOPPED)
  }
  let progress = 0
  const startBatch = async () => {
    await running
    running = write(waiting, progress)
    waiting = createBatch()
    // The next call awaits it; this handler avoids an unhandled rejection until then.
    running.catch(() => undefined)
  }
  return {
    sources,
    /** Waits for the running batch, ignoring its result. */
    settle: () => running.catch(() => undefined),
    async flush() {
      await startBatch()
      await running
    },
    async add(reading: Reading) {
      progress = reading.progress ?? progress
      for (const row of reading.rows) {
        if (typeof row === 'string') skip(row)
        else if (addTo(waiting, row.source ?? reading.source, row)) await startBatch()
      }
      for (const source of waiting.listens.keys()) sources.add(source)
    },
  }
}

interface Batch {
  readonly listens: Map<Source, Scrobble[]>
  count: number
  /** The total length of their names. */
  characters: number
}

const createBatch = (): Batch => ({ listens: new Map(), count: 0, characters: 0 })

function addTo(batch: Batch, source: Source, listen: Scrobble): boolean {
  const listens = batch.listens.get(source)
  if (listens === undefined) batch.listens.set(source, [listen])
  else listens.push(listen)
  batch.characters += listen.artist.length + listen.title.length
  return ++batch.count === BATCH || batch.characters >= BATCH_CHARACTERS
}

/** Yields the chunks; a closed connection is not an error in the file. */
async function* whole(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new UnreadableFile('The connection ended before the file was whole. Send it again: nothing is taken twice.', {
      cause: error,
    })
  }
}
