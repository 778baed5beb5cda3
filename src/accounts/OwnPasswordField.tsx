import { TextField } from '#src/ui/TextField.tsx'

interface OwnPasswordFieldProps {
  value: string
  onChange: (password: string) => void
}

/** The field for the member's password, which confirms a change. */
export const OwnPasswordField = ({ value, onChange }: OwnPasswordFieldProps) => (
  <TextField
    label="Your password"
    type="password"
    autoComplete="current-password"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)
