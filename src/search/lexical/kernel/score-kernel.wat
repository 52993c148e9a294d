;; Adds a term's BM25 contribution to the scores of a window of 4096 passages, and selects those above a threshold.
;; Memory layout, indexed by the passage's offset in the window: scores (f64) from 0, lengths (i32) from 32768; then the
;; staged postings or term ids (i32) from 49152 and the offsets of the candidates (i32) from 65536. Counted terms are in
;; a hash table of 2048 slots from 81920 (linear probing by the low bits of the id, stored as id + 1, 0 = free), their
;; counts in the same slots from 90112.
(module
  (memory (export "memory") 2)
  (func (export "add")
    (param $count i32) (param $start i32) (param $bound f64) (param $fixed f64) (param $perTerm f64)
    (local $at i32) (local $end i32) (local $within i32) (local $times f64)
    (local.set $at (i32.const 49152))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        ;; A posting: the passage id, and in its low five bits the term's frequency.
        (local.set $within (i32.sub (i32.shr_u (i32.load (local.get $at)) (i32.const 5)) (local.get $start)))
        (local.set $times (f64.convert_i32_u (i32.and (i32.load (local.get $at)) (i32.const 31))))
        (f64.store (i32.shl (local.get $within) (i32.const 3))
          (f64.add
            (f64.load (i32.shl (local.get $within) (i32.const 3)))
            (f64.div
              (f64.mul (local.get $bound) (local.get $times))
              (f64.add
                (f64.add (local.get $times) (local.get $fixed))
                (f64.mul (local.get $perTerm)
                  (f64.convert_i32_u (i32.load offset=32768 (i32.shl (local.get $within) (i32.const 2)))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next))))

  (func (export "keep") (param $size i32) (param $minScore f64) (result i32)
    (local $within i32) (local $left i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $within) (local.get $size)))
        ;; Always stored, but counted only if the score is high enough: a branch would be mispredicted too often.
        (i32.store offset=65536 (local.get $left) (local.get $within))
        (local.set $left (i32.add (local.get $left)
          (i32.shl (f64.ge (f64.load (i32.shl (local.get $within) (i32.const 3))) (local.get $minScore)) (i32.const 2))))
        (local.set $within (i32.add (local.get $within) (i32.const 1)))
        (br $next)))
    (i32.shr_u (local.get $left) (i32.const 2)))

  (func (export "count") (param $count i32)
    (local $at i32) (local $end i32) (local $termId i32) (local $slot i32) (local $stored i32)
    (local.set $at (i32.const 49152))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $termId (i32.load (local.get $at)))
        (local.set $slot (i32.and (i32.shl (local.get $termId) (i32.const 2)) (i32.const 8188)))
        (block $found
          (loop $probe
            (br_if $found (i32.eqz (local.tee $stored (i32.load offset=81920 (local.get $slot)))))
            (if (i32.eq (local.get $stored) (i32.add (local.get $termId) (i32.const 1)))
              (then
                (i32.store offset=90112 (local.get $slot)
                  (i32.add (i32.load offset=90112 (local.get $slot)) (i32.const 1)))
                (br $found)))
            (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 4)) (i32.const 8188)))
            (br $probe)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))))
