import { join } from 'node:path'
import { importListens } from '#contract/listening/import-listens.ts'
import {
  cancelImport as cancelling,
  deleteListens as deleting,
  getListeningSources,
} from '#contract/listening/imports.ts'
import { removeListens } from '#contract/listening/remove-listens.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { listDoubles } from '#server/listening/doubles/list-doubles.ts'
import { requestDoubles } from '#server/listening/doubles/remove-doubles.ts'
import { deleteListens } from '#server/listening/listens/delete-listens.ts'
import { listImpossibleDays } from '#server/listening/listens/fairness.ts'
import { deletePending } from '#server/listening/listens/pending-relays.ts'
import { requestDeletion } from './delete-source.ts'
import { createImportQueue } from './import-queue.ts'
import { runImport } from './run-import.ts'
import { cancelImport, findSpan, listImports, listSources } from './store.ts'
import { requestUndo } from './undo-import.ts'

export function importRoutes(api: Api): void {
  const queue = createImportQueue(api.config.importsAtOnce)
  route(api, importListens, {
    // Not in the transaction of the response: a history is imported in many small transactions, so
    // that others need not wait.
    prepare: ({ member, body, query, config, db, now }) =>
      runImport(db, queue, {
        memberId: member.id,
        fileName: query.file_name,
        clientId: query.client_id,
        log: api.log,
        chunks: body.chunks(config.importMaxBytes),
        length: body.length,
        maxBytes: config.importMaxBytes,
        spoolDir: join(config.dataDir, 'imports'),
        nowS: now.getTime() / 1000,
        timeZone: query.time_zone,
      }),
    async handle({ tx, member, prepared: id }) {
      const [found] = await listImports(tx, member.id, id)
      if (found === undefined) throw new Refusal(404, 'There is no such import.')
      return { import: found }
    },
  })

  route(api, cancelling, ({ tx, member, query }) => cancelImport(tx, member.id, query.id))

  route(api, deleting, async ({ tx, member, query }) => {
    const [from, until] = [new Date(query.from), new Date(query.until)]
    if (!(from < until)) throw new Refusal(400, 'The end must come after the beginning.')
    await deleteListens(tx, member.id, { from, until })
    await deletePending(tx, member.id, { from, until })
  })

  route(api, removeListens, async ({ tx, member, query: { what, id = 0, source = '', kept_source = '' } }) => {
    if (what === 'import') await requestUndo(tx, member.id, id)
    else if (what === 'source') await requestDeletion(tx, member.id, source)
    else await requestDoubles(tx, member.id, { keptSource: kept_source, source, isRemoved: what === 'doubles' })
  })

  route(api, getListeningSources, async ({ member, db }) => {
    const { oldest, newest } = await findSpan(db, member.id)
    return {
      sources: await listSources(db, member.id),
      oldest: oldest?.toISOString() ?? null,
      newest: newest?.toISOString() ?? null,
      imports: await listImports(db, member.id),
      impossible: await listImpossibleDays(db, member.id),
      doubles: await listDoubles(db, member.id),
    }
  })
}
