import { type ReactNode, useState } from 'react'
import { Card } from '#src/ui/Card.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import * as css from './ChartCard.css.ts'

/** A table line, which repeats the chart. */
interface TableRow {
  readonly name: string
  readonly plays: number
}

interface ChartCardProps {
  title: string
  /** What the chart shows, in a sentence. */
  summary: string
  /** The chosen mark in words, instead of the sentence. */
  read: string | undefined
  /** The name of the table's first column. */
  column: string
  rows: readonly TableRow[]
  children: ReactNode
}

/** A chart with a sentence and a table that say the same. */
export function ChartCard({ title, summary, read, column, rows, children }: ChartCardProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={title}>
      <Card>
        <Stack gap="s">
          <div className={css.sentence}>
            <div className={read !== undefined ? css.replaced : undefined}>
              <Text>{summary}</Text>
            </div>
            <div aria-hidden="true">
              <Text>{read}</Text>
            </div>
          </div>
          {children}
          <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary className={css.summary}>Show as a table</summary>
            {isOpen && <Table title={title} column={column} rows={rows} />}
          </details>
        </Stack>
      </Card>
    </Section>
  )
}

function Table({ title, column, rows }: Pick<ChartCardProps, 'title' | 'column' | 'rows'>) {
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
