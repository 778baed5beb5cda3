import { TextField } from '#src/ui/TextField.tsx'

interface ServerAddressFieldProps {
  title: string
  value: string
  onChange: (value: string) => void
}

/** The address of a self-hosted server that speaks the protocol of a service. */
export const ServerAddressField = ({ title, value, onChange }: ServerAddressFieldProps) => (
  <TextField
    label={`${title} server`}
    type="url"
    hint="Leave empty for listenbrainz.org."
    maxLength={300}
    value={value}
    onChange={onChange}
  />
)
