import { useState } from 'react'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { toLocalDay } from '#src/ui/dates.ts'
import { Form } from '#src/ui/Form.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { sourceText } from '../imports/import-text.ts'
import { listeningSourcesQuery } from '../imports/queries.ts'
import type { ListensFilter } from './filter.ts'

interface FilterProps {
  /** The member with the offered sources; null for another member's listens. */
  member: string | null
  filter: ListensFilter
  onFilter: (filter: ListensFilter) => void
}

export function FilterListens({ onClose, ...props }: FilterProps & { onClose: () => void }) {
  const { submit, content } = useFilterFields(props)
  return (
    <FormDialog
      title="Filter listens"
      submit="Show"
      onSubmit={() => {
        submit()
        onClose()
      }}
      onClose={onClose}
    >
      {content}
    </FormDialog>
  )
}

/** The same form beside the list, on a wide window. */
export function FilterListensForm(props: FilterProps) {
  const { submit, content } = useFilterFields(props)
  return (
    <Form onSubmit={submit} label="Filter listens">
      {content}
      <Button block variant="quiet" type="submit">
        Show
      </Button>
    </Form>
  )
}

function useFilterFields({ member, filter, onFilter }: FilterProps) {
  const [fields, setFields] = useState({
    day: filter.day ?? '',
    artist: filter.artist ?? '',
    source: filter.source ?? '',
  })
  const [today] = useState(() => toLocalDay(new Date()))
  const { value } = useLive(listeningSourcesQuery(member ?? ''), { enabled: member !== null })
  const sources = [...new Set([...(value?.sources ?? []).map(({ source }) => source), fields.source])].filter(Boolean)
  const submit = () => {
    const [day, artist, source] = [fields.day, fields.artist.trim(), fields.source]
    onFilter({ day: day || undefined, artist: artist || undefined, source: source || undefined })
  }
  const content = (
    <>
      <TextField
        label="Day"
        type="date"
        max={today}
        value={fields.day}
        onChange={(day) => setFields({ ...fields, day })}
      />
      <TextField
        label="Artist"
        hint="The whole name; case does not matter."
        maxLength={500}
        value={fields.artist}
        onChange={(artist) => setFields({ ...fields, artist })}
      />
      {member !== null && (
        <SelectField
          label="Source"
          value={fields.source}
          onChange={(source) => setFields({ ...fields, source })}
          options={[
            { value: '', label: 'Any' },
            ...sources.map((source) => ({ value: source, label: sourceText(source) })),
          ]}
        />
      )}
    </>
  )
  return { submit, content }
}

/** Returns a filter as a line: '14 November 2026 · Ebb · Maloja'. */
export const filterText = ({ day, artist, source }: ListensFilter, formatDay: (at: Date) => string): string =>
  [day && formatDay(new Date(`${day}T00:00`)), artist, source && sourceText(source)].filter(Boolean).join(' · ')
