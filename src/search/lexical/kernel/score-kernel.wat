;; What a term adds to the scores (BM25) of 4096 passages that lie one behind the other, and which of them have enough.
;; The memory holds, by the passage's place among them: scores (f64) from 0 on and lengths (i32) from 32768 on; then the
;; numbers that are gone through (i32) from 49152 on, and the passages that are left (i32) from 65536 on. Terms that are
;; looked for stand in a table of 2048 from 81920 on, by the last bits of their numbers or behind that, 0 where none does;
;; how often each was found stands at the same place from 90112 on.
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
        ;; A posting: the place, and in its last five bits how often the term stands there.
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

  (func (export "keep") (param $size i32) (param $least f64) (result i32)
    (local $within i32) (local $left i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $within) (local.get $size)))
        ;; Written always and counted only if it has enough: a branch would be guessed wrong too often.
        (i32.store offset=65536 (local.get $left) (local.get $within))
        (local.set $left (i32.add (local.get $left)
          (i32.shl (f64.ge (f64.load (i32.shl (local.get $within) (i32.const 3))) (local.get $least)) (i32.const 2))))
        (local.set $within (i32.add (local.get $within) (i32.const 1)))
        (br $next)))
    (i32.shr_u (local.get $left) (i32.const 2)))

  (func (export "count") (param $count i32)
    (local $at i32) (local $end i32) (local $number i32) (local $slot i32) (local $held i32)
    (local.set $at (i32.const 49152))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $number (i32.load (local.get $at)))
        (local.set $slot (i32.and (i32.shl (local.get $number) (i32.const 2)) (i32.const 8188)))
        (block $found
          (loop $probe
            (br_if $found (i32.eqz (local.tee $held (i32.load offset=81920 (local.get $slot)))))
            (if (i32.eq (local.get $held) (i32.add (local.get $number) (i32.const 1)))
              (then
                (i32.store offset=90112 (local.get $slot)
                  (i32.add (i32.load offset=90112 (local.get $slot)) (i32.const 1)))
                (br $found)))
            (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 4)) (i32.const 8188)))
            (br $probe)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))))
