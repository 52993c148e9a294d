/** "In Kobe it is 30 days", "They have two weeks." */
const pronounSubject =
  /^(?:(?:in|at|for|on|from|with|after|since|until) [^,.;:]{1,40},? )?(?:it|they|this|these|that|those)(?:['’]s|['’]re)? /i

/**
 * Returns the similarity of each sentence to the question. A sentence with a pronoun as its subject doesn't say what it is
 * about: the sentence before it that names the topic counts half.
 */
export function similaritiesWithTopic(sentences: readonly string[], similarities: readonly number[]): number[] {
  let topic: number | undefined
  return similarities.map((similarity, index) => {
    if (!pronounSubject.test(sentences[index] ?? '')) {
      topic = similarity
      return similarity
    }
    return topic === undefined ? similarity : (similarity + topic) / 2
  })
}
