import * as v from 'valibot'
import { changeQuery, defineOwnWrite } from '../endpoint-kinds.ts'
import { Id, Written } from '../wire.ts'

export const RemovedListens = v.picklist(
  ['import', 'source', 'doubles', 'removed_doubles'],
  'must be one of import, source, doubles, removed_doubles',
)

export const removeListens = defineOwnWrite({
  path: '/api/user/remove-listens',
  summary: 'Undoes an import, deletes a source, or removes the doubles of two sources or brings them back, by a job.',
  whileSuspended: true,
  query: changeQuery({
    /** `removed_doubles`: bring them back. */
    what: RemovedListens,
    id: v.optional(Id),
    /** The source to delete, or that has the doubles. */
    source: v.optional(Written(40)),
    /** The source with the doubles' other records. */
    kept_source: v.optional(Written(40)),
  }),
  failure: 'Failed to remove the listens',
})
