import { useState } from 'react'
import type { NotificationSettings } from '#contract/notifications/settings.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { Note } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { readTimeZone } from '#src/ui/time-zone.ts'
import { setQuietHours } from './actions.ts'
import * as css from './QuietHours.css.ts'
import { parseTimeValue, toTimeValue, USUAL_HOURS } from './quiet-hours.ts'

type Hours = NonNullable<NotificationSettings['quiet_hours']>

/** The time each day in which nothing is pushed. */
export function QuietHours({ member, settings }: { member: string; settings: NotificationSettings }) {
  const { dispatch } = useDispatch()
  const hours = settings.quiet_hours
  const change = (to: Hours | null) =>
    void dispatch(setQuietHours, {
      user: member,
      hours: to && { from: to.from, to: to.to, timeZone: to.time_zone },
    })
  return (
    <Section title="Quiet hours">
      <Card>
        <Stack gap="m">
          <Switch
            label="Quiet hours"
            hint="No notifications are sent between these times. You still see them in the app."
            isOn={hours !== null}
            onChange={(isOn) => change(isOn ? { ...USUAL_HOURS, time_zone: readTimeZone() } : null)}
          />
          {hours && <HoursForm hours={hours} onChange={change} />}
        </Stack>
      </Card>
    </Section>
  )
}

function HoursForm({ hours, onChange }: { hours: Hours; onChange: (to: Hours) => void }) {
  const here = readTimeZone()
  const edit = (field: 'from' | 'to') => (minute: number) => onChange({ ...hours, [field]: minute })
  return (
    <Stack gap="s">
      <div className={css.times}>
        <TimeField label="From" minute={hours.from} other={hours.to} onChange={edit('from')} />
        <TimeField label="To" minute={hours.to} other={hours.from} onChange={edit('to')} />
      </div>
      <Note>Time zone: {hours.time_zone.replaceAll('_', ' ')}.</Note>
      {hours.time_zone !== here && (
        <Row>
          <Button variant="quiet" size="s" onClick={() => onChange({ ...hours, time_zone: here })}>
            Use {here.replaceAll('_', ' ')}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

interface TimeFieldProps {
  label: string
  minute: number
  /** The other end of the hours, which must differ. */
  other: number
  onChange: (minute: number) => void
}

/** Saves each valid time. An incomplete one stays in the field alone. */
function TimeField({ label, minute, other, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>()
  const value = typed ?? toTimeValue(minute)
  const isSame = parseTimeValue(value) === other
  return (
    <TextField
      type="time"
      label={label}
      value={value}
      error={isSame ? 'Must differ from the other time.' : undefined}
      onBlur={() => setTyped(undefined)}
      onChange={(text) => {
        setTyped(text)
        const parsed = parseTimeValue(text)
        if (parsed !== undefined && parsed !== other) onChange(parsed)
      }}
    />
  )
}
