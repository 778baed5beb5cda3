import * as v from 'valibot'

/** Marks an invalid row until the filter removes it. */
const UNREADABLE: unique symbol = Symbol('unreadable row')

/**
 * A list in a response. A row that its schema rejects is dropped and the others are retained, so
 * that one malformed record from a foreign host never hides a page. A list with rows of which none
 * is valid is invalid: read as empty, it would replace what the device has stored. Every list in
 * the contract is made with it (tests/contract/tolerant-reading.test.ts). Each field's first
 * rejection is logged by `console.warn`, without values; a list that is polled does not fill the
 * console.
 */
/* @__NO_SIDE_EFFECTS__ */
export const Rows = <S extends v.GenericSchema>(row: S) => {
  const logged = new Set<string>()
  const drop = (dataset?: v.OutputDataset<unknown, v.BaseIssue<unknown>>) => {
    logOnce(logged, dataset?.issues?.[0])
    // removed by the filter below, so that it is never in the output
    return UNREADABLE as never
  }
  return v.pipe(
    v.array(v.fallback(row, drop)),
    v.check((items) => items.length === 0 || items.some(isReadable), 'no row is valid'),
    v.filterItems(isReadable),
  )
}

const isReadable = (item: unknown) => item !== UNREADABLE

function logOnce(logged: Set<string>, issue: v.BaseIssue<unknown> | undefined): void {
  const field = (issue && v.getDotPath(issue)) ?? 'the row itself'
  if (logged.has(field)) return
  logged.add(field)
  console.warn(`A row of a response could not be read and is not shown: ${field}, expected ${issue?.expected}.`)
}
