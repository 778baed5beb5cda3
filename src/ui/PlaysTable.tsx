import { useState } from 'react'
import { inThousands } from './numbers.ts'
import * as css from './PlaysTable.css.ts'

interface PlaysTableProps {
  /** The chart that it repeats. */
  title: string
  column: string
  rows: readonly { readonly name: string; readonly plays: number }[]
}

/** A chart's numbers as a table, which is rendered once it is opened. */
export function PlaysTable(table: PlaysTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={css.summary}>Show as a table</summary>
      {isOpen && <Table {...table} />}
    </details>
  )
}

function Table({ title, column, rows }: PlaysTableProps) {
  return (
    // The keyboard scrolls it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.tableBox} tabIndex={0} role="group" aria-label={`Table: ${title}`}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col" className={css.cell}>
              {column}
            </th>
            <th scope="col" className={css.cell}>
              Plays
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, plays }) => (
            <tr key={name}>
              <th scope="row" className={css.cell}>
                {name}
              </th>
              <td className={css.cell}>{inThousands(plays)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
