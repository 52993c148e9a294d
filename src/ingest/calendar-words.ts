/** English names of months, January first. */
export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** English names of weekdays, Monday first. */
export const weekdayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** The numbers of months by name and short form, in the European languages that are analyzed; in lower case. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
  `january jan januar janvier enero gennaio janeiro januari
  february feb februar février febrero febbraio fevereiro februari
  march mar märz mars marzo março maart
  april apr avril abril aprile
  may mai mayo maggio maio mei
  june jun juni juin junio giugno junho
  july jul juli juillet julio luglio julho
  august aug août agosto augustus
  september sep sept septembre septiembre settembre setembro
  october oct oktober okt octobre octubre ottobre outubro
  november nov novembre noviembre novembro
  december dec dezember dez décembre diciembre dicembre dezembro`
    .split('\n')
    .flatMap((line, index) =>
      line
        .trim()
        .split(' ')
        .map((name): [string, number] => [name, index + 1]),
    ),
)
