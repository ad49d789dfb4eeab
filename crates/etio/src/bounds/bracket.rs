//! Numbers that a truth is proven to lie between.

/// A problem's answer in intervals: that of each disease, and of the log evidence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bracket {
    /// Lower and upper ends of the marginals of the diseases that take part.
    pub(crate) lower: Vec<f64>,
    pub(crate) upper: Vec<f64>,
    /// The likeliest value within.
    pub(crate) point: Vec<f64>,
    /// Ends of the log probability of the present findings.
    pub(crate) log_lower: f64,
    pub(crate) log_upper: f64,
}

/// How many of the likeliest diseases count as leading.
pub(crate) const LEADING: usize = 10;

impl Bracket {
    /// The bracket of any probability.
    pub(crate) fn anything(priors: &[f64]) -> Self {
        Self {
            lower: vec![0.0; priors.len()],
            upper: vec![1.0; priors.len()],
            point: priors.to_vec(),
            log_lower: f64::NEG_INFINITY,
            log_upper: 0.0,
        }
    }

    /// Takes over whatever another bracket of the same problem knows better. Points are the
    /// other's, moved into the intervals.
    pub(crate) fn meet(&mut self, other: &Self) {
        for (own, &other) in self.lower.iter_mut().zip(&other.lower) {
            *own = own.max(other);
        }
        for (own, &other) in self.upper.iter_mut().zip(&other.upper) {
            *own = own.min(other);
        }
        self.log_lower = self.log_lower.max(other.log_lower);
        self.log_upper = self.log_upper.min(other.log_upper);
        self.move_points(&other.point);
    }

    /// Sets the points, each moved into its interval.
    pub(crate) fn move_points(&mut self, points: &[f64]) {
        let ends = self.lower.iter().zip(&self.upper);
        for ((own, &point), (&lower, &upper)) in self.point.iter_mut().zip(points).zip(ends) {
            // Two proven intervals overlap, but by less than a rounding at times.
            *own = point.max(lower).min(upper.max(lower));
        }
    }

    /// Positions of the likeliest diseases, by their points.
    pub(crate) fn leaders(&self) -> Vec<usize> {
        let by_rank = |a: &usize, b: &usize| self.point[*b].total_cmp(&self.point[*a]).then(a.cmp(b));
        let mut all: Vec<usize> = (0..self.point.len()).collect();
        if all.len() > LEADING {
            all.select_nth_unstable_by(LEADING - 1, by_rank);
            all.truncate(LEADING);
        }
        all.sort_unstable_by(by_rank);
        all
    }

    /// The widest interval of the leading diseases.
    pub(crate) fn width(&self) -> f64 {
        self.leaders().iter().map(|&d| self.upper[d] - self.lower[d]).fold(0.0, f64::max)
    }

    /// The narrowest interval of the leading diseases.
    pub(crate) fn narrowest_leader(&self) -> f64 {
        self.leaders().iter().map(|&d| self.upper[d] - self.lower[d]).fold(1.0, f64::min)
    }

    /// Whether the order of the leading diseases is decided, and that no other disease is before
    /// the last of them.
    pub(crate) fn is_ranked(&self) -> bool {
        let leaders = self.leaders();
        let decided = |pair: &[usize]| self.lower[pair[0]] >= self.upper[pair[1]];
        let Some(&last) = leaders.last() else { return true };
        let others = (0..self.point.len()).filter(|d| !leaders.contains(d));
        leaders.windows(2).all(decided)
            && others.map(|d| self.upper[d]).all(|upper| upper <= self.lower[last])
    }
}

/// The interval of `on / (on + off)`, given intervals of both. Rounded outwards.
pub(super) fn quotient((on_low, on_high): (f64, f64), (off_low, off_high): (f64, f64)) -> (f64, f64) {
    const OUTWARDS: f64 = 4.0 * f64::EPSILON;
    let (on_low, off_low) = (on_low.max(0.0), off_low.max(0.0));
    let lower = if on_low > 0.0 { on_low / (on_low + off_high) } else { 0.0 };
    let upper = if off_low > 0.0 { on_high / (on_high + off_low) } else { 1.0 };
    ((lower * (1.0 - OUTWARDS)).clamp(0.0, 1.0), (upper * (1.0 + OUTWARDS)).clamp(0.0, 1.0))
}
