import { Text } from '#src/ui/Text.tsx'

/** A text by an operator: each line that is not empty is a paragraph. */
export const Paragraphs = ({ text }: { text: string }) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, place) => <Text key={place}>{line}</Text>)
}
