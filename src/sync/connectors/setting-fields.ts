import { z } from 'zod'

interface FieldOptions {
  title: string
  description: string
  maxLength?: number
  /** A pattern of the whole text, and how the message goes on after the field's name. */
  pattern?: RegExp
  message?: string
  /** The form shows several lines. */
  isMultiline?: boolean
}

/** A text that must be entered. */
export function requiredText(options: FieldOptions) {
  return text(options).min(1, 'must not be empty').describe(options.description).meta(labels(options))
}

/** A text that can be absent or empty: forms send both. */
export function optionalText(options: FieldOptions) {
  return text(options).optional().describe(options.description).meta(labels(options))
}

function text({ maxLength = 1000, pattern, message = 'is malformed', isMultiline = false }: FieldOptions) {
  const isPlain = (value: string) => (isMultiline ? !/[^\P{Cc}\r\n\t]/u.test(value) : !/\p{Cc}/u.test(value))
  return z
    .string()
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine(isPlain, 'must have no control characters')
    .refine((value) => value === '' || !pattern || pattern.test(value), message)
}

function labels({ title, isMultiline }: FieldOptions) {
  return isMultiline ? { title, multiline: true } : { title }
}
