import { maxPasswordLength, minPasswordLength } from '../../identity/passwords.ts'

const maxNameLength = 200

/** Returns what is wrong with the name of a person or an organization; `empty` is what to say where there is none. */
export function nameProblem(name: string, empty = 'Enter your name.'): string | undefined {
  if (name === '') return empty
  return name.length > maxNameLength ? `Use at most ${maxNameLength} characters.` : undefined
}

/** Returns what is wrong with a new password. */
export function newPasswordProblem(password: string): string | undefined {
  if (password.length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`
  return password.length > maxPasswordLength ? `Use at most ${maxPasswordLength} characters.` : undefined
}
