import * as v from 'valibot'
import { changeQuery, defineOwnRequest } from '../endpoint-kinds.ts'
import { ClientId, TextParam } from '../wire.ts'
import { Import } from './imports.ts'

/**
 * Imports a file of listens: the body is its bytes. It responds once all has been read;
 * `getListeningSources` returns the progress meanwhile. A repeat adds no listen twice. Not part of
 * the contract: see `uploadPicture`.
 */
export const importListens = defineOwnRequest({
  path: '/api/user/import-listens',
  summary: 'Takes in a file of listens from a player or a music service; the response has its result.',
  // A play that a player has sent before is the player's, also if the import is undone.
  reads: 'own listens',
  query: changeQuery({
    /** Shown to the member; the format is detected from the content. */
    file_name: v.optional(v.pipe(TextParam, v.maxLength(200, 'must be at most 200 characters')), ''),
    /** The IANA time zone for local times in files without one, UTC without it. */
    time_zone: v.optional(v.pipe(TextParam, v.maxLength(64, 'must be at most 64 characters')), 'UTC'),
  }),
  response: v.object({ import: Import, client_id: v.optional(ClientId) }),
  failure: 'Failed to import the file',
})
