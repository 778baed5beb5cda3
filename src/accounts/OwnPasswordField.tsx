import { TextField } from '#src/ui/TextField.tsx'

interface OwnPasswordFieldProps {
  value: string
  onChange: (password: string) => void
}

export const OwnPasswordField = ({ value, onChange }: OwnPasswordFieldProps) => (
  <TextField
    label="Your password"
    type="password"
    autoComplete="current-password"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)
