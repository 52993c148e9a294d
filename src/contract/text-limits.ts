/** Limits in characters that the app shows while someone types. */
export const maxQuestionLength = 16_000
export const maxTitleLength = 1024
export const maxSearchLength = 4000
export const maxTitleQueryLength = 200
