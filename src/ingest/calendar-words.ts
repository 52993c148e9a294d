/** English names of months, January first. */
export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** English names of weekdays, Monday first. */
export const weekdayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
