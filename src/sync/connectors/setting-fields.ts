import { z } from 'zod'

/** An access token that a server issued. */
export function accessToken(description: string, maxLength = 4000) {
  return optionalText({
    title: 'Access token',
    description,
    maxLength,
    pattern: /^[\x21-\x7e]+$/,
    message: 'must have no spaces or special characters',
  })
}

/** The value of the Authorization header. */
export function authorizationHeader(description: string) {
  return optionalText({
    title: 'Authorization',
    description,
    maxLength: 4000,
    pattern: /^[\x20-\x7e]+$/,
    message: 'must be the value of a header',
  })
}

/** The address of a server that is reached over HTTP, without a user name. */
export function serverAddress(description: string) {
  return requiredText({
    title: 'Address',
    description,
    pattern: /^https?:\/\/[^\s/@]+([/?]\S*)?$/,
    message: 'must be an address that begins with https:// or http://',
  })
}

/** An address that people open; it can have places to fill in, such as {path}. */
export function webAddress({ title = 'Web address', description }: { title?: string; description: string }) {
  return optionalText({
    title,
    description,
    pattern: /^https?:\/\/\S+$/,
    message: 'must begin with https:// or http://',
  })
}

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
