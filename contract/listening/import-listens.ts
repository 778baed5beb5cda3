import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { ClientId, TextParam, Username } from '../wire.ts'
import { Import } from './imports.ts'

/**
 * Takes in a file of listens: its bytes are the body. It is answered when all has been read; `getListeningSources` tells how
 * far it is meanwhile. Sent again it adds nothing twice. No endpoint of the contract: see `uploadPicture`.
 */
export const importListens = defineEndpoint({
  method: 'POST',
  path: '/api/user/import-listens',
  addition: true,
  summary:
    'Takes in a file of listens from Spotify, Last.fm, ListenBrainz or Maloja; the answer says what became of it.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({
    user: Username,
    /** Shown to the member; what the file holds is seen from its content. */
    file_name: v.optional(v.pipe(TextParam, v.maxLength(200, 'must be at most 200 characters')), ''),
    client_id: v.optional(ClientId),
  }),
  response: v.object({ import: Import, client_id: v.optional(ClientId) }),
  failure: 'Failed to import the file',
})
