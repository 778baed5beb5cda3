import { SelectField } from '#src/ui/SelectField.tsx'
import { chosenService } from './chosen-service.ts'
import { musicServices, OWN_PAGE } from './services.ts'

const options = [
  { value: OWN_PAGE, label: "The track's own page" },
  ...musicServices.map(({ id, name }) => ({ value: id, label: name })),
]

export function MusicServicePicker() {
  const chosen = chosenService.use()
  const value = options.some((option) => option.value === chosen) ? (chosen ?? OWN_PAGE) : OWN_PAGE
  return (
    <SelectField
      label="Open tracks in"
      hint={`On this device. A track without a page of its own opens in ${musicServices[0].name}.`}
      {...{ value, options, onChange: chosenService.set }}
    />
  )
}
