/** Tells whether a line announces a message that mail programs forward: "---------- Forwarded message ---------". */
export function announcesForward(line: string): boolean {
  return forwardMarker.test(line)
}

/** In the languages of the attributions of quotes, by Gmail, Thunderbird and Apple Mail. */
const forwardMarker =
  /^\s*(?:-{2,}\s*)?(?:(?:begin )?forwarded message|(?:anfang der )?weitergeleiteten? (?:nachricht|e-mail)|(?:début du )?message (?:transféré|réexpédié)|(?:inicio del )?mensaje reenviado|(?:inizio )?messaggio inoltrato|(?:begin )?doorgestuurd bericht|(?:início da )?mensagem (?:re)?encaminhada)\s*(?:-{2,}|:)\s*$/i
