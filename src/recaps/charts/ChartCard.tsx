import { type ComponentProps, type ReactNode } from 'react'
import { Card } from '#src/ui/Card.tsx'
import { PlaysTable } from '#src/ui/PlaysTable.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import * as css from './ChartCard.css.ts'

interface ChartCardProps extends ComponentProps<typeof PlaysTable> {
  summary: string
  /** The chosen mark in words, instead of the sentence. */
  read: string | undefined
  children: ReactNode
}

export function ChartCard({ title, summary, read, column, rows, children }: ChartCardProps) {
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
          <PlaysTable title={title} column={column} rows={rows} />
        </Stack>
      </Card>
    </Section>
  )
}
