import type { LanguageModelTrial } from '../../../sdk/src/operations.ts'
import { answerAsPlainText } from '../ask/answer-plain-text.ts'
import { Icon } from '../components/icon.tsx'
import { languageModelFailureText, languageModelTrialText, unwrittenAnswerText } from '../messages/language-model.ts'

/** The outcome of a test: the answer with its time, tokens and cost, or what went wrong. */
export function LanguageModelTrialResult({ trial }: { trial: LanguageModelTrial }) {
  return (
    <section aria-label={languageModelTrialText('result')} role="status" className="card space-y-3 px-5 py-5">
      <p className={`flex items-start gap-2 font-semibold ${trial.ok ? 'text-accent' : 'text-alarm'}`}>
        <Icon name={trial.ok ? 'check' : 'alert'} size={18} className="mt-0.5" />
        {trial.failure ? languageModelFailureText(trial.failure) : languageModelTrialText('answered')}
      </p>
      {trial.message && <p className="text-sm break-words text-quiet">{trial.message}</p>}
      {trial.ok && (
        <>
          <p className="font-semibold break-words" dir="auto">
            {trial.question}
          </p>
          <p className="break-words whitespace-pre-line" dir="auto">
            {answerAsPlainText(trial.answer ?? '')}
          </p>
          {trial.mode !== 'written' && (
            <p className="text-sm text-quiet">{unwrittenAnswerText(trial.mode ?? 'direct')}</p>
          )}
        </>
      )}
      <dl className="grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        <TrialFigure
          label={languageModelTrialText('time')}
          value={languageModelTrialText('seconds', { seconds: (trial.ms / 1000).toFixed(1) })}
        />
        <TrialFigure
          label={languageModelTrialText('inputTokens')}
          value={trial.inputTokens?.toLocaleString() ?? languageModelTrialText('notReported')}
        />
        <TrialFigure
          label={languageModelTrialText('outputTokens')}
          value={trial.outputTokens?.toLocaleString() ?? languageModelTrialText('notReported')}
        />
        <TrialFigure
          label={languageModelTrialText('cost')}
          value={
            trial.cost === null
              ? languageModelTrialText('enterPrices')
              : languageModelTrialText('dollars', { amount: trial.cost.toPrecision(2) })
          }
        />
      </dl>
    </section>
  )
}

function TrialFigure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-quiet">{label}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  )
}
